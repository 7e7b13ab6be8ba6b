import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** What a page gave to be kept, its mark of UTF-8 too. The browser may be one that several files share, so its folder is not ours to read. */
export async function savedText(download: Download): Promise<string> {
  return (await buffer(await download.createReadStream())).toString('utf8')
}
