import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** Includes the BOM. Read as a stream, because the browser may be shared and its folder not ours. */
export async function savedText(download: Download): Promise<string> {
  return (await buffer(await download.createReadStream())).toString('utf8')
}
