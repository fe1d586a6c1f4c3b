import { readFileSync } from 'node:fs'

// Before a release: refuses a package.json whose addresses nobody has filled in.
//
//   node --import tsx test/package/placeholders.ts

const open = readFileSync('package.json', 'utf8')
  .split('\n')
  .filter((line) => line.includes('OWNER'))

if (open.length > 0) {
  process.stderr.write(
    `package.json names no owner yet. Replace OWNER in these lines:\n${open.join('\n')}\n`,
  )
  process.exitCode = 1
}
