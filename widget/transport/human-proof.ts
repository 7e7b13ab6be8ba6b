import type { Result } from '#shared/contracts/api.ts'
import { solveInSlices } from './solve-in-slices.ts'
import { typedFetch } from './typed-fetch.ts'
import { turnstileToken } from './turnstile.ts'

type Asked = Result<'GET /widget/v1/human-check'>

/** Rarely needed, so loaded on demand. Returns a token for one call; undefined on failure or without an answer. */
export async function proveHuman(base: string): Promise<string | undefined> {
  const asked = await readChallenge(base)
  if (asked?.kind === 'turnstile') return turnstileToken(asked.site_key)
  return asked?.kind === 'pow' ? `pow:${asked.challenge}:${await solveInSlices(asked)}` : undefined
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
