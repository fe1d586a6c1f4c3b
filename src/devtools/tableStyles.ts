/** Tables, and their rows. */
export const TABLES = `
.wh-tables {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
}

.wh-chips {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  padding: 0 16px;
}

.wh-chip {
  padding: 2px 9px;
  border: 1px solid var(--wh-line);
  border-radius: 12px;
  background: transparent;
  animation: wh-lit 1.4s ease-in;
}

/* Readable on the colour of a change, too. */
.wh-chip > .wh-number {
  color: inherit;
}

.wh-chip[aria-expanded='true'] {
  border-color: var(--wh-accent);
}

.wh-scroll {
  max-height: 240px;
  overflow: auto;
  border-block: 1px solid var(--wh-line);
  scrollbar-width: thin;
}

.wh-table {
  border-collapse: collapse;
  font-family: var(--wh-mono);
  font-size: 12px;
}

.wh-table :is(th, td) {
  padding: 3px 10px;
  text-align: left;
  white-space: nowrap;
}

.wh-table thead th {
  position: sticky;
  top: 0;
  background: var(--wh-page);
  color: var(--wh-quiet);
  font-weight: 400;
}

.wh-table :is(th, td):first-child {
  padding-left: 16px;
}

.wh-table tbody th {
  font-weight: 400;
}

.wh-key {
  padding: 0;
  border: 0;
  background: none;
  text-decoration: underline;
  text-decoration-color: var(--wh-line);
  text-underline-offset: 3px;
}

.wh-invalid {
  opacity: 0.5;
  text-decoration: line-through;
}

.wh-lit {
  animation: wh-lit 2s ease-in;
}

.wh-lit--done {
  animation: none;
}

.wh-expected > .wh-quiet,
.wh-tables > .wh-quiet {
  padding: 0 16px;
}

.wh-open {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  padding: 0 16px;
}

.wh-json {
  max-height: 260px;
  padding: 10px 12px;
  overflow: auto;
  border: 1px solid var(--wh-line);
  border-radius: 6px;
}

.wh-missing {
  display: grid;
  gap: 8px;
  padding: 16px;
}

.wh-missing pre {
  padding: 10px 12px;
  overflow-x: auto;
  border: 1px solid var(--wh-line);
  border-radius: 6px;
}
`
