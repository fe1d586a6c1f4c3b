import { type ChildProcess, execSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../support/launchBrowser'

interface Step {
  readonly commands: readonly string[]
  readonly files: ReadonlyMap<string, string>
}

/** What the page shows after each step, and what the reader does there. */
const LOOKS: Readonly<Record<number, (page: Page) => Promise<void>>> = {
  async 3(page) {
    await page.getByText('Solaris').waitFor()
    await page.getByText('Ulysses').waitFor()
  },
  async 4(page) {
    await page.getByLabel('Title').fill('Emma')
    await page.getByText('Add', { exact: true }).click()
    await page.getByText('Emma').waitFor()
  },
  async 5(page) {
    await page.getByText('To read: 2').waitFor()
    await page.getByLabel('Ulysses').click()
    await page.getByText('Read: 2', { exact: true }).waitFor()
    await page.getByText('To read: 1').waitFor()
  },
  async 6(page) {
    await page.getByLabel('Emma').click()
    await page.getByText('Read: 3').waitFor({ timeout: 250 }) // before the server responds
  },
  async 7(page) {
    await page.getByText('Delete Solaris').click()
    await page.getByText('Read: 2').waitFor()
    await page.getByText('Add', { exact: true }).click()
    await page.getByText('A book needs a title.').waitFor()
  },
}

/** Follows docs/tutorial.md to the letter in an empty folder: its commands, its files, and a look at the page after each step. */
export async function runTutorial(folder: string, tarball: string): Promise<string> {
  const [first, ...steps] = readSteps()
  if (first === undefined || steps.length !== 6) throw new Error('The tutorial has seven steps.')
  const started = first.commands.filter((command) => /^(?:node|npx) /.test(command))
  for (const command of first.commands) {
    if (started.includes(command)) continue
    execSync(command.replace(/path\/to\/\S+/, tarball), { cwd: folder, stdio: 'pipe' })
  }
  writeAll(folder, first)
  const running = await Promise.all(started.map((command) => start(folder, command)))
  const browser = await launchBrowser()
  try {
    for (const [at, step] of steps.entries()) {
      writeAll(folder, step)
      execSync('npx tsc', { cwd: folder, stdio: 'pipe' })
      const look = LOOKS[at + 2]
      if (look === undefined) continue
      const page = await browser.newPage()
      // Vite reloads the page once when it has found the packages that the app imports.
      await page.goto('http://localhost:5173').catch(() => page.waitForLoadState())
      await look(page)
      await page.close()
    }
  } finally {
    await browser.close()
    for (const it of running) it.kill()
  }
  return 'its commands run, its files compile, and each step shows what it says'
}

function readSteps(): readonly Step[] {
  const [, ...sections] = readFileSync('docs/tutorial.md', 'utf8').split(/^## \d\. /m)
  return sections.map((section) => ({
    commands: [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = '']) => command),
    files: new Map(
      [...section.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)].map(
        ([, name = '', text = '']) => [name, text] as const,
      ),
    ),
  }))
}

function writeAll(folder: string, { files }: Step): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Starts a command that stays, and waits for the address that it prints. */
async function start(folder: string, command: string): Promise<ChildProcess> {
  const [program = '', ...args] = command.trim().split(' ')
  const bin = program === 'npx' ? [join(folder, 'node_modules/vite/bin/vite.js')] : args
  const child = spawn(process.execPath, bin, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('http://localhost')) break
  }
  child.stdout.resume()
  return child
}
