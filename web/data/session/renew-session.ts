import { anonKey, client } from '#web/data/client.ts'
import { cachedSession } from './cached-session.ts'

const marginMs = 90_000

/** Renews a session that is over or nearly so: the official client tries a token only once a minute. Tabs take turns. */
export async function renewSession(): Promise<void> {
  if (!isDue()) return
  if (!('locks' in navigator)) return renew()
  await navigator.locks.request('sen-renew-session', renew)
}

function isDue(): boolean {
  const cached = cachedSession()
  return cached !== undefined && (cached.expires_at ?? 0) * 1000 - Date.now() < marginMs
}

async function renew(): Promise<void> {
  const cached = cachedSession()
  if (!cached || !isDue()) return
  let answer: Response
  try {
    answer = await fetch('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: anonKey(), 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: cached.refresh_token }),
      signal: AbortSignal.timeout(15_000),
    })
  } catch {
    return
  }
  // Another tab may have signed out or in since.
  if (cachedSession()?.refresh_token !== cached.refresh_token) return
  if (answer.ok) await client().auth.setSession(await answer.json())
  else if (answer.status === 400 || answer.status === 403) await client().auth.signOut({ scope: 'local' })
}
