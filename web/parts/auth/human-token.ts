import type { Work } from '#shared/rules/website/proof-of-work.ts'
import type { Result } from '#shared/contracts/api.ts'
import { solveInSlices } from '#widget/transport/solve-in-slices.ts'
import { typedFetch } from '#widget/transport/typed-fetch.ts'
import { turnstileToken } from '#widget/transport/turnstile.ts'

type Asked = Result<'GET /api/v1/human-check'>

/** Milliseconds: the server accepts work of the last five minutes; the rest is for the way there. */
const maxAgeMs = 240_000

let prepared: { token: Promise<string | undefined>; at: number } | undefined

/** Starts early, unless a click may be required. Returns whether a token is ready. */
export async function prepareHumanToken(): Promise<boolean> {
  if (!isFresh()) prepared = { token: prepare(), at: Date.now() }
  return Boolean(await prepared?.token)
}

async function prepare(): Promise<string | undefined> {
  const asked = await readChallenge()
  return asked?.kind === 'pow' ? tokenOf(asked) : undefined
}

function isFresh(): boolean {
  return prepared !== undefined && Date.now() - prepared.at < maxAgeMs
}

/** Local work or Turnstile's token, valid for one call. '' if none is required or the server is unreachable; undefined on failure. */
export async function humanToken(): Promise<string | undefined> {
  const ready = isFresh() ? await prepared?.token : undefined
  prepared = undefined
  return ready ?? tokenOf(await readChallenge())
}

async function tokenOf(asked: Asked | undefined): Promise<string | undefined> {
  if (!asked || asked.kind === 'off') return ''
  if (asked.kind === 'turnstile') return turnstileToken(asked.site_key)
  const { challenge, difficulty, count } = asked
  return `pow:${challenge}:${await solve({ challenge, difficulty, count })}`
}

async function readChallenge(): Promise<Asked | undefined> {
  try {
    const answer = await typedFetch<'GET /api/v1/human-check'>('/api/v1/human-check', { cache: 'no-store' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

/** In a worker; without one, in small pieces on the page. */
async function solve(work: Work): Promise<string> {
  try {
    return await solveBeside(work)
  } catch {
    return solveInSlices(work)
  }
}

function solveBeside(work: Work): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./human-worker.ts', import.meta.url), { type: 'module' })
    const end = (finish: () => void) => {
      worker.terminate()
      finish()
    }
    worker.onmessage = (event: MessageEvent<string>) => end(() => resolve(event.data))
    worker.onerror = () => end(() => reject(new Error('The worker did not come.')))
    worker.postMessage(work)
  })
}
