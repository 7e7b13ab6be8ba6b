import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'
import { turnstileToken } from './turnstile.ts'

type Asked = ({ kind: 'pow' } & Work) | { kind: 'turnstile'; site_key: string } | { kind: 'off' }

const triesInOneGo = 300

/** Rarely needed, so loaded on demand. Returns a token for one call; undefined on failure or without an answer. */
export async function proveHuman(base: string): Promise<string | undefined> {
  const asked = await readChallenge(base)
  if (asked?.kind === 'turnstile') return turnstileToken(asked.site_key)
  return asked?.kind === 'pow' ? `pow:${asked.challenge}:${await solveWork(asked, breathe, triesInOneGo)}` : undefined
}

async function readChallenge(base: string): Promise<Asked | undefined> {
  try {
    const answer = await fetch(`${base}/widget/v1/human-check`, { cache: 'no-store', credentials: 'omit' })
    return answer.ok ? ((await answer.json()) as Asked) : undefined
  } catch {
    return undefined
  }
}

/** Yields to user input; unlike a timer it is not throttled by the browser. */
function breathe(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
