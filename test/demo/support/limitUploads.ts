import type { Page } from 'playwright-core'

/** Slows down the uploads of a page as a slow network does. Returns the function that ends this. */
export async function limitUploads(
  page: Page,
  bytesPerSecond: number,
): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  const limit = async (uploadThroughput: number): Promise<void> => {
    const others = { offline: false, latency: 0, downloadThroughput: -1 }
    await client.send('Network.emulateNetworkConditions', { ...others, uploadThroughput })
  }
  await client.send('Network.enable')
  await limit(bytesPerSecond)
  return () => limit(-1)
}
