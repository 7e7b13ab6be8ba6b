import { call } from '#web/data/api.ts'

const storageKey = 'sen-operator'

/** The one-time secret of an operator link, as long as nobody spent it; it survives the way through the mail box. */
export function operatorSecret(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Takes the secret out of the address (`/auth?operator=…`), so that it stays in no history. Before anything is shown. */
export function takeOperatorSecret(): void {
  const url = new URL(location.href)
  const secret = url.searchParams.get('operator')
  if (!secret) return
  url.searchParams.delete('operator')
  history.replaceState(history.state, '', url)
  try {
    localStorage.setItem(storageKey, secret)
  } catch {
    // Without storage the link cannot be used in this browser; the server keeps it for another.
  }
}

/** Makes who is signed in the operator. A link that is over is forgotten, too. */
export async function claimOperator(): Promise<void> {
  const secret = operatorSecret()
  if (!secret) return
  localStorage.removeItem(storageKey)
  await call('POST /api/v1/operator-link', { body: { secret } })
}
