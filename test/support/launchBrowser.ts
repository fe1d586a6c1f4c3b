import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { unpackChromium } from './unpackChromium'

/** Ours, because those of the npm package hold `--single-process` and `--disable-web-security`. */
const common = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--headless=shell',
  // Not a second process for the empty page that each page is at first.
  '--renderer-process-limit=1',
]

// A page of a test lives for seconds, in which optimized code does not pay off.
const unoptimized = '--js-flags=--no-opt'

/** A browser that takes longer than this for one step will never get there, in ms. */
const LONGEST_STEP = 300_000

/** Starts Chromium: that of `$CHROMIUM_PATH`, else the installed one, else that of npm; optimizing code where times are measured. */
export async function launchBrowser(isMeasured = false): Promise<Browser> {
  const args = isMeasured ? common : [...common, unoptimized]
  const executablePath = installedPath()
  const found = executablePath === undefined ? await unpackChromium() : { executablePath }
  const browser = await chromium.launch({ ...found, args, timeout: LONGEST_STEP })
  return browser.on('context', (context) => context.setDefaultTimeout(LONGEST_STEP))
}

function installedPath(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
}
