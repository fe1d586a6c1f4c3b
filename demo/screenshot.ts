import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/support/launchBrowser'
import { startDemo } from './server/startDemo'

const laptop = { viewport: { width: 1440, height: 900 }, file: 'demo.png' }
const phone = { viewport: { width: 390, height: 844 }, file: 'demo-phone.png' }

/** Takes the picture of the demo that the documentation shows: `tsx demo/screenshot.ts [phone]`. */
async function main({ viewport, file }: typeof laptop): Promise<void> {
  const docs = fileURLToPath(new URL('../docs', import.meta.url))
  await mkdir(docs, { recursive: true })
  const demo = await startDemo({ port: 0, dataDir: 'memory://', page: 'built' })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport })
    await page.goto(demo.url)
    await selectMember(page, 'Amara Okafor')
    await renameMember(page, 'Amara King')
    await page.screenshot({ path: `${docs}/${file}` })
    console.log(`docs/${file}`)
  } finally {
    await browser.close()
    await demo.close()
  }
}

async function selectMember(page: Page, name: string): Promise<void> {
  await page.getByRole('list').getByRole('link', { name }).first().click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: 'Delete note' }).first().waitFor()
}

/** So that the panel has something to show, and what flashes is the change alone. */
async function renameMember(page: Page, name: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)))
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByText(/^1 request, 1 row, /).waitFor()
  // What flashes is still in its color when the news is there.
  await page.waitForFunction(() => {
    const toast = document.querySelector('.toast')
    return toast !== null && getComputedStyle(toast).opacity === '1'
  })
}

await main(process.argv.includes('phone') ? phone : laptop)
