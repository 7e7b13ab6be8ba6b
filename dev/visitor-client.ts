import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'

export type WidgetMessage = {
  id: string
  cursor: string
  author: 'contact' | 'bot' | 'member'
  text: string
  created_at: string
}
export type Stored = { id: string; cursor: string; conversation_id: string }

export type Visitor = {
  token: string
  /** Retries with the same client id until acknowledged. `lost` is called for each failed attempt. */
  say(text: string, clientId?: string, lost?: (why: string) => void): Promise<Stored>
  read(): Promise<WidgetMessage[]>
  /**
   * The messages after the visitor's last one.
   * @throws on timeout
   */
  answers(seconds?: number): Promise<WidgetMessage[]>
}

const patienceMs = 300_000

export type Page = { widget: string; origin: string; locale: 'vi' | 'en' }

export async function openVisitor(url: string, page: Page): Promise<Visitor> {
  const { widget, origin, locale } = page
  const { ticket } = await post<{ ticket: string }>(`${url}/widget/v1/ticket`, { widget }, { origin })
  const session = { widget, ticket, page_url: `${origin}/`, locale }
  const { visitor_token: token } = await post<{ visitor_token: string }>(
    `${url}/widget/v1/sessions`,
    session,
    { origin: url },
    url,
  )
  const bearer = { authorization: `Bearer ${token}` }

  async function read(): Promise<WidgetMessage[]> {
    const messages: WidgetMessage[] = []
    for (let after = '0'; ;) {
      const answer = await fetch(`${url}/widget/v1/messages?after=${after}`, { headers: bearer })
      if (!answer.ok) throw new Error(`The messages were answered ${answer.status}: ${await answer.text()}`)
      const part = (await answer.json()) as { messages: WidgetMessage[]; cursor: string }
      messages.push(...part.messages)
      if (part.messages.length === 0 || part.cursor === after) return messages
      after = part.cursor
    }
  }

  return {
    token,
    read,
    async say(text, clientId = randomUUID(), lost = () => {}) {
      let proof = {}
      for (const end = performance.now() + patienceMs; performance.now() < end;) {
        try {
          const answer = await fetch(`${url}/widget/v1/messages`, {
            method: 'POST',
            headers: { ...bearer, ...proof, 'content-type': 'application/json' },
            body: JSON.stringify({ client_id: clientId, text }),
            signal: AbortSignal.timeout(10_000),
          })
          const answerText = await answer.text()
          if (answer.ok) return JSON.parse(answerText) as Stored
          if (answer.status === 428) {
            proof = { 'x-human-check': await proveHuman(url) }
            continue
          }
          if (answer.status < 500 && answer.status !== 429) throw new Refused(`${answer.status}: ${answerText}`)
          lost(`${answer.status}: ${answerText}`)
          await wait(Number(answer.headers.get('retry-after') ?? 0.1) * 1000)
        } catch (error) {
          if (error instanceof Refused) throw error
          lost(String((error as Error).cause ?? error))
          await wait(100)
        }
      }
      throw new Error(`"${text}" was never acknowledged.`)
    },
    async answers(seconds = 20) {
      const end = performance.now() + seconds * 1000
      while (performance.now() < end) {
        const messages = await read()
        const last = messages.findLastIndex(message => message.author === 'contact')
        const after = messages.slice(last + 1)
        if (after.length > 0) return after
        await wait(100)
      }
      throw new Error(`No answer came within ${seconds} s.`)
    },
  }
}

class Refused extends Error {}

async function proveHuman(url: string): Promise<string> {
  const work = (await (await fetch(`${url}/widget/v1/human-check`)).json()) as Work
  return `pow:${work.challenge}:${await solveWork(work, async () => {})}`
}

async function post<T>(address: string, body: object, headers: Record<string, string>, proves?: string): Promise<T> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status === 428 && proves)
    return post(address, body, { ...headers, 'x-human-check': await proveHuman(proves) })
  if (!answer.ok) throw new Error(`${address} was answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}
