import { call } from '#web/data/api.ts'

const storageKey = 'sen-operator'

/** Until it is used; it survives the detour through the mailbox. */
export function operatorSecret(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Removes the secret from the address (`/auth?operator=…`) before anything is shown, so that no history keeps it. */
export function takeOperatorSecret(): void {
  const url = new URL(location.href)
  const secret = url.searchParams.get('operator')
  if (!secret) return
  url.searchParams.delete('operator')
  history.replaceState(history.state, '', url)
  try {
    localStorage.setItem(storageKey, secret)
  } catch {
    // Without storage the link cannot be used in this browser, but still in another.
  }
}

/** An expired link is forgotten, too. */
export async function claimOperator(): Promise<void> {
  const secret = operatorSecret()
  if (!secret) return
  localStorage.removeItem(storageKey)
  await call('POST /api/v1/operator-link', { body: { secret } })
}
