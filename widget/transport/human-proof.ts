import { solveWork } from '#shared/rules/website/proof-of-work.ts'
import type { Result } from '#shared/contracts/api.ts'
import { typedFetch } from './typed-fetch.ts'
import { turnstileToken } from './turnstile.ts'

type Asked = Result<'GET /widget/v1/human-check'>

const triesInOneGo = 300

/** Rarely needed, so loaded on demand. Returns a token for one call; undefined on failure or without an answer. */
export async function proveHuman(base: string): Promise<string | undefined> {
  const asked = await readChallenge(base)
  if (asked?.kind === 'turnstile') return turnstileToken(asked.site_key)
  return asked?.kind === 'pow' ? `pow:${asked.challenge}:${await solveWork(asked, breathe, triesInOneGo)}` : undefined
}

async function readChallenge(base: string): Promise<Asked | undefined> {
  try {
    const answer = await typedFetch<'GET /widget/v1/human-check'>(`${base}/widget/v1/human-check`, {
      cache: 'no-store',
      credentials: 'omit',
    })
    return answer.ok ? await answer.json() : undefined
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
