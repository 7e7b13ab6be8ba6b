import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'
import { turnstileToken } from './turnstile.ts'

type Asked = ({ kind: 'pow' } & Work) | { kind: 'turnstile'; site_key: string } | { kind: 'off' }

/** Some milliseconds of work, also on a slow phone. */
const triesInOneGo = 300

/**
 * Shows the server of a crowded shop that a person writes here: some work of this browser, or Turnstile's word. Loaded when it is asked
 * for, which is seldom.
 * @returns good for one call; undefined where the person did not pass, or nobody answers
 */
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

/** Lets the chat answer fingers and keys; unlike a timer it is not held up by the browser. */
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
