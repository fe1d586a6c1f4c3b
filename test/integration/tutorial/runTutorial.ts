import { type ChildProcess, execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../support/launchBrowser'
import { filesOf } from '../filesOf'

interface Step {
  readonly commands: readonly string[]
  readonly files: ReadonlyMap<string, string>
}

/** What the reader has: a folder, what runs in it, and one open page. */
interface Desk {
  readonly folder: string
  readonly running: Map<string, ChildProcess>
  readonly page: Page
}

const SERVER = 'node server.mjs'

/** Adds a book, and waits until the field is empty again. */
async function add({ page }: Desk, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByText('Add', { exact: true }).click()
  await page.waitForFunction(() => document.querySelector('input')?.value === '')
}

/** What the page shows after each step, and what the reader does there. */
const LOOKS: Readonly<Record<number, (desk: Desk) => Promise<void>>> = {
  async 3({ page }) {
    await page.goto('http://localhost:5173')
    await page.getByText('Solaris').waitFor()
    await page.getByText('Ulysses').waitFor()
  },
  async 4(desk) {
    await add(desk, 'Emma')
    await desk.page.getByText('Emma').waitFor()
  },
  async 5({ page }) {
    await page.getByText('To read: 2').waitFor()
    await page.getByLabel('Ulysses').click()
    await page.getByText('Read: 2', { exact: true }).waitFor()
    await page.getByText('To read: 1').waitFor()
  },
  async 6({ page, folder, running }) {
    const response = page.waitForResponse(/books\/3$/)
    await page.getByLabel('Emma').click()
    await page.getByText('Read: 3').waitFor({ timeout: 250 }) // before the server responds
    await response
    await stop(running.get(SERVER))
    await page.getByLabel('Emma').click()
    await page.getByText('Not moved.').waitFor()
    await page.getByText('Read: 3').waitFor()
    running.set(SERVER, await start(folder, SERVER))
    await page.reload()
    await page.getByText('To read: 1').waitFor()
    await page.getByText('Read: 1', { exact: true }).waitFor()
  },
  async 7(desk) {
    const { page } = desk
    await add(desk, 'Emma')
    await page.getByText('Delete Solaris').click()
    await page.getByText('Read: 0').waitFor()
    await add(desk, 'Dune')
    await page.getByText('To read: 3').waitFor()
    await add(desk, '')
    await page.getByText('A book needs a title.').waitFor()
    await page.reload()
    for (const title of ['Ulysses', 'Emma', 'Dune']) await page.getByLabel(title).waitFor()
  },
}

/** Follows docs/tutorial.md to the letter in an empty folder: its commands, its files, and a look at the page after each step. */
export async function runTutorial(folder: string, tarball: string): Promise<string> {
  const steps = readSteps()
  if (steps.length !== 7) throw new Error('The tutorial has seven steps.')
  const browser = await launchBrowser()
  const running = new Map<string, ChildProcess>()
  try {
    const desk: Desk = { folder, running, page: await browser.newPage() }
    for (const [at, step] of steps.entries()) {
      await follow(desk, step, tarball)
      await LOOKS[at + 1]?.(desk)
    }
  } finally {
    await browser.close()
    for (const it of running.values()) it.kill()
  }
  return 'its commands run, its files compile, and each step shows what it says'
}

/** Runs the commands of a step, and saves its files one by one; what stays running is started when they are there. */
async function follow({ folder, running, page }: Desk, step: Step, tarball: string): Promise<void> {
  const started = step.commands.filter((command) => /^(?:node|npx) /.test(command))
  for (const command of step.commands) {
    if (started.includes(command)) continue
    execSync(command.replace(/path\/to\/\S+/, tarball), { cwd: folder, stdio: 'pipe' })
  }
  for (const [name, text] of step.files) {
    const isReloaded = text.includes('rtk-rest/optimistic') && page.waitForEvent('load')
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    if (name.startsWith('src/')) execSync('npx tsc', { cwd: folder, stdio: 'pipe' })
    await isReloaded
  }
  for (const command of started) running.set(command, await start(folder, command))
}

function readSteps(): readonly Step[] {
  const [, ...sections] = readFileSync('docs/tutorial.md', 'utf8').split(/^## \d\. /m)
  return sections.map((section) => ({
    commands: [...section.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, command = '']) => command),
    files: filesOf(section),
  }))
}

/** Starts a command that stays, and waits for the address that it prints. */
async function start(folder: string, command: string): Promise<ChildProcess> {
  const [program = '', ...args] = command.split(' ')
  const bin = program === 'npx' ? [join(folder, 'node_modules/vite/bin/vite.js')] : args
  const child = spawn(process.execPath, bin, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('http://localhost')) break
  }
  child.stdout.resume()
  return child
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  const ended = child && once(child, 'exit')
  child?.kill()
  await ended
}
