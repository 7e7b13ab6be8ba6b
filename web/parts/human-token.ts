import { solveWork, type Work } from '#shared/rules/proof-of-work.ts'
import { turnstileToken } from './turnstile.ts'

type Asked = ({ kind: 'pow' } & Work) | { kind: 'turnstile'; site_key: string } | { kind: 'off' }

/**
 * What shows the server that a person sits here: a little work of this browser, or Turnstile's word.
 * @returns '' where nothing is asked, or the server cannot be reached (the form's own call will say so);
 *   undefined where the person did not pass
 */
export async function humanToken(): Promise<string | undefined> {
  const asked = await readChallenge()
  if (!asked || asked.kind === 'off') return ''
  if (asked.kind === 'turnstile') return turnstileToken(asked.site_key)
  return `pow:${asked.challenge}:${await solveWork(asked, breathe, triesInOneGo)}`
}

async function readChallenge(): Promise<Asked | undefined> {
  try {
    const answer = await fetch('/api/v1/human-check', { cache: 'no-store' })
    return answer.ok ? ((await answer.json()) as Asked) : undefined
  } catch {
    return undefined
  }
}

/** Some milliseconds of work, also on a slow phone. */
const triesInOneGo = 300

/** Lets the page answer fingers and keys; unlike a timer it is not held up by the browser. */
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
