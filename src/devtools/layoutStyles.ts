/** Where the panel is, and its colors. */
export const LAYOUT = `
:host {
  all: initial;
  color-scheme: light dark;
}

:host,
.wh {
  height: 100%;
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

.wh {
  --wh-page: #fbfbfc;
  --wh-line: #dde1e5;
  --wh-text: #14191f;
  --wh-quiet: #5a6672;
  --wh-accent: #0d6e5f;
  --wh-lit: #f6d58a;
  --wh-mark: #9a5b00;
  --wh-mark-soft: #fdf3dc;
  --wh-danger: #a3281e;
  --wh-mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;

  display: flex;
  flex-direction: column;
  min-width: 0;
  background: var(--wh-page);
  color: var(--wh-text);
  font: 13px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}

@media (prefers-color-scheme: dark) {
  .wh {
    --wh-page: #11161b;
    --wh-line: #272f38;
    --wh-text: #e6eaee;
    --wh-quiet: #97a3af;
    --wh-accent: #55c4ad;
    --wh-lit: #6b4f12;
    --wh-mark: #e9b75c;
    --wh-mark-soft: #2b2415;
    --wh-danger: #f0877c;
  }
}

.wh :where(h2, h3, p, ol, ul, pre) {
  margin: 0;
  padding: 0;
}

.wh :where(ol, ul) {
  list-style: none;
}

.wh button {
  font: inherit;
  color: inherit;
  cursor: pointer;
}

.wh :focus-visible {
  outline: 2px solid var(--wh-accent);
  outline-offset: -2px;
  border-radius: 4px;
}

.wh :where(code, pre) {
  font-family: var(--wh-mono);
  font-size: 12px;
}

.wh h2 {
  font-size: 14px;
  font-weight: 600;
  white-space: nowrap;
}

.wh :where(h3) {
  padding: 0 16px;
  font-size: 13px;
  font-weight: 600;
}

.wh h3 code {
  margin-left: 6px;
  color: var(--wh-quiet);
  font-weight: 400;
}

.wh-head {
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  min-height: 51px;
  padding: 8px 8px 8px 16px;
}

.wh-newest {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  color: var(--wh-quiet);
  text-overflow: ellipsis;
  white-space: nowrap;
}

.wh-toggle {
  padding: 4px 10px;
  border: 0;
  border-radius: 6px;
  background: none;
  color: var(--wh-quiet);
  font-weight: 500;
}

.wh-toggle:hover {
  color: var(--wh-text);
}

.wh-body {
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
}

.wh[data-position='floating'] {
  position: fixed;
  z-index: 1000;
  inset: auto 16px 16px auto;
  max-width: min(520px, calc(100vw - 32px));
  height: auto;
  overflow: hidden;
  border: 1px solid var(--wh-line);
  border-radius: 8px;
  box-shadow: 0 4px 20px rgb(0 0 0 / 18%);
}

.wh[data-position='floating'][data-open='true'] {
  width: 520px;
  height: min(70dvh, 680px);
}

.wh[data-position='floating'][data-open='false'] .wh-newest {
  display: none;
}

.wh[data-position='floating'] .wh-body {
  display: block;
  overflow-y: auto;
  scrollbar-width: thin;
}

.wh[data-position='floating'] :is(.wh-log, .wh-state) {
  max-height: none;
  overflow: visible;
}

/* A drawer below the page; beside it where there is room. */
.wh[data-position='docked'] {
  position: fixed;
  z-index: 1000;
  inset: auto 0 0;
  height: auto;
  border-top: 1px solid var(--wh-line);
}

.wh[data-position='docked'][data-open='true'] {
  height: 44dvh;
}

.wh-newest__cause {
  color: var(--wh-text);
  font-weight: 500;
}

@media (max-width: 599px) {
  .wh-newest__cause {
    display: none;
  }
}

/* For a thumb. */
@media (max-width: 759px) {
  .wh :is(button, input) {
    min-width: 40px;
    min-height: 40px;
  }

  .wh-chip {
    border-radius: 20px;
  }

  .wh-head {
    padding-block: 5px;
  }
}

@media (max-width: 1199px) {
  .wh[data-position='docked'] .wh-body {
    display: block;
    overflow-y: auto;
    scrollbar-width: thin;
  }

  .wh[data-position='docked'] :is(.wh-log, .wh-state) {
    max-height: none;
    overflow: visible;
  }
}

/* What happened, and what there is, beside each other. */
@media (min-width: 760px) and (max-width: 1199px) {
  .wh[data-position='docked'] .wh-body {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / repeat(2, minmax(0, 1fr));
    overflow: hidden;
  }

  .wh[data-position='docked'] .wh-body > :not(.wh-log, .wh-state) {
    grid-column: 1 / -1;
  }

  .wh[data-position='docked'] :is(.wh-log, .wh-state) {
    grid-row: 3;
    overflow-y: auto;
  }
}

@media (min-width: 1200px) {
  .wh[data-position='docked'] {
    inset: 0 0 0 auto;
    width: 52px;
    border-top: 0;
    border-left: 1px solid var(--wh-line);
  }

  .wh[data-position='docked'][data-open='true'] {
    width: clamp(320px, 28vw, 440px);
    height: auto;
  }

  .wh[data-position='docked'][data-open='false'] .wh-head {
    flex-direction: column-reverse;
    align-items: center;
    justify-content: flex-end;
    padding: 10px 4px;
  }

  .wh[data-position='docked'][data-open='false'] h2 {
    writing-mode: vertical-rl;
  }

  .wh[data-position='docked'][data-open='false'] .wh-newest {
    display: none;
  }

  .wh[data-position='docked'][data-open='false'] .wh-toggle {
    padding: 4px;
  }
}
`
