import { relative } from 'node:path'
import { buildSite, dist } from './build'

// Builds the site: `npm run site`. What follows goes to VitePress: `npm run site -- --base /docs/`.

try {
  buildSite(process.argv.slice(2))
  process.stdout.write(`${relative('.', dist)}; \`npm run site:preview\` shows it\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
