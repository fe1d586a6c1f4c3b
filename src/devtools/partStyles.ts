/** What is in the panel. */
export const PARTS = `
.wh-log {
  flex: 1 1 0;
  min-height: 120px;
  overflow-y: auto;
  scrollbar-width: thin;
}

.wh-state {
  display: flex;
  flex: 0 1 auto;
  flex-direction: column;
  gap: 10px;
  max-height: 50%;
  padding: 12px 0;
  overflow-y: auto;
  border-top: 1px solid var(--wh-line);
  scrollbar-width: thin;
}

.wh-quiet {
  color: var(--wh-quiet);
}

.wh-body > .wh-quiet,
.wh-log > .wh-quiet {
  padding: 12px 16px;
}

.wh-number {
  color: var(--wh-quiet);
  font-variant-numeric: tabular-nums;
  font-weight: 400;
}

.wh-group {
  border-bottom: 1px solid var(--wh-line);
}

.wh-group__head {
  display: grid;
  gap: 1px;
  width: 100%;
  padding: 9px 16px;
  border: 0;
  background: none;
  text-align: left;
}

.wh-group__head:hover .wh-group__cause {
  text-decoration: underline;
  text-decoration-color: var(--wh-line);
  text-underline-offset: 3px;
}

.wh-group__cause {
  font-weight: 600;
  overflow-wrap: anywhere;
}

.wh-group__line {
  color: var(--wh-quiet);
  font-variant-numeric: tabular-nums;
}

.wh-group:first-child .wh-group__line {
  color: var(--wh-accent);
}

.wh-group__body {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 0 16px 12px;
}

.wh-request {
  display: flex;
  align-items: baseline;
  gap: 8px;
}

.wh-request__method {
  font-size: 11px;
  font-weight: 600;
  letter-spacing: 0.02em;
}

.wh-request__path {
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
}

.wh-request__end {
  color: var(--wh-quiet);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.wh-request--pending .wh-request__end {
  color: var(--wh-mark);
}

.wh-request--failed .wh-request__end {
  color: var(--wh-danger);
}

.wh-past:not(:empty) {
  flex: none;
  padding: 8px 16px;
  background: var(--wh-mark-soft);
  color: var(--wh-mark);
}

.wh-top {
  flex: none;
}

.wh-button,
.wh-jump {
  padding: 1px 8px;
  border: 1px solid var(--wh-line);
  border-radius: 6px;
  background: var(--wh-page);
  color: var(--wh-text);
}

.wh-buttons {
  display: flex;
  gap: 6px;
}

.wh-jumps {
  display: inline-flex;
  gap: 4px;
  margin-left: 6px;
}

.wh-jump {
  padding: 0 6px;
  color: var(--wh-quiet);
  font-size: 11px;
}

.wh-search {
  margin: 0 16px;
  padding: 3px 8px;
  border: 1px solid var(--wh-line);
  border-radius: 6px;
  background: transparent;
  color: inherit;
  font: inherit;
}

.wh-mark {
  color: var(--wh-mark);
  font-family: system-ui, sans-serif;
  font-size: 11px;
}

.wh-mark--failed {
  color: var(--wh-danger);
}

.wh-action > code {
  color: var(--wh-quiet);
  overflow-wrap: anywhere;
}

.wh-action--other > code {
  opacity: 0.9;
}

.wh-rows {
  padding-left: 12px;
  border-left: 2px solid var(--wh-line);
}

.wh-row {
  overflow-wrap: anywhere;
}

.wh-row--expected {
  color: var(--wh-mark);
}

.wh-expected {
  display: grid;
  gap: 6px;
}

.wh-expected ul {
  display: grid;
  gap: 4px;
  padding: 0 16px;
}

.wh-expected-row {
  padding: 2px 8px;
  border-radius: 4px;
  background: var(--wh-mark-soft);
  color: var(--wh-mark);
  overflow-wrap: anywhere;
  animation: wh-appear 160ms ease-out;
}

@keyframes wh-lit {
  from {
    background: var(--wh-lit);
  }
}

@keyframes wh-appear {
  from {
    opacity: 0;
  }
}

@media (prefers-reduced-motion: reduce) {
  .wh-expected-row {
    animation: none;
  }

  /* The colour stands for a moment, and is gone. */
  .wh-chip,
  .wh-lit {
    animation-timing-function: step-end;
  }
}
`
