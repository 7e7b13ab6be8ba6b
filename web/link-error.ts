import { addresses } from '#shared/addresses.ts'

/**
 * A mail link that could not be used comes back with its reason in the address (`#error=…&error_code=…`). Turns that
 * into the page that explains it. Before anything reads the address.
 */
export function takeLinkError(): void {
  const given = new URLSearchParams(location.hash.slice(1))
  if (!given.has('error') && !given.has('error_code')) return
  const told = new URLSearchParams({ code: given.get('error_code') ?? given.get('error') ?? '' })
  const description = given.get('error_description')
  if (description) told.set('description', description)
  // Who wanted a new password needs another mail than who wanted to confirm.
  if (location.pathname === addresses.resetPassword) told.set('kind', 'recovery')
  history.replaceState(null, '', `${addresses.error}?${told}`)
}
