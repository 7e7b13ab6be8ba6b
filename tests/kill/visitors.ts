import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#dev/shop-client.ts'
import { openVisitor, type Page, type Visitor } from '#dev/visitor-client.ts'
import type { Acknowledged } from './judge.ts'

const messagesOfOne = 9 // the limit is ten a minute
const questions = [
  'ship bn v shop',
  'phí ship đi Hà Nội bao nhiêu ạ?',
  'shop mở cửa mấy giờ',
  'cà phê Arabica 500g giá sao',
  'có xay sẵn cho phin không shop',
  'mua 10kg có giảm không',
  'what time do you open on sunday?',
  'đổi trả thế nào ạ',
  'shop có bán trà sữa không',
  'máy xay điện bảo hành mấy tháng',
]

/** Visitors of a website, one after the other, each of whom waits for each acknowledgement. */
export async function writeOn(
  url: string,
  page: Page,
  load: { open: boolean },
  acknowledged: (message: Acknowledged & { ms: number }) => void,
  lost: () => void,
): Promise<void> {
  while (load.open) {
    const visitor = await openInSpiteOfKills(url, page)
    for (let left = messagesOfOne; left > 0 && load.open;) {
      for (let burst = Math.min(left, randomInt(1, 4)); burst > 0; burst--, left--) {
        const clientId = randomUUID()
        const text = `${questions[randomInt(questions.length)]} (${clientId.slice(0, 8)})`
        const began = performance.now()
        const { id } = await visitor.say(text, clientId, lost)
        acknowledged({ id, clientId, text, visitor: visitor.token, ms: performance.now() - began })
      }
      await wait(randomInt(100, 1600))
    }
  }
}

async function openInSpiteOfKills(url: string, page: Page): Promise<Visitor> {
  return until('a visitor’s session', async () => openVisitor(url, page).catch(() => undefined), 300)
}
