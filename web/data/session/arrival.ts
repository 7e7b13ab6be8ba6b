declare global {
  interface Window {
    senArrival?: string
  }
}

export type Arrival =
  | { kind: 'session'; type: string; tokens: Tokens }
  | { kind: 'refusal'; code: string; description: string }
  /** The first of two confirmations of a new address. */
  | { kind: 'half-way' }

export type Tokens = { access_token: string; refresh_token: string }

/** What `boot.ts` took out of the address. Can be taken only once. */
export function takeArrival(): Arrival | undefined {
  const carried = window.senArrival
  delete window.senArrival
  return carried === undefined ? undefined : readArrival(carried)
}

/** @param carried formatted like a query */
export function readArrival(carried: string): Arrival | undefined {
  const params = new URLSearchParams(carried)
  const [access_token, refresh_token] = [params.get('access_token'), params.get('refresh_token')]
  if (access_token && refresh_token) {
    return { kind: 'session', type: params.get('type') ?? '', tokens: { access_token, refresh_token } }
  }
  const code = params.get('error_code') ?? params.get('error')
  if (code !== null || params.has('error_description')) {
    return { kind: 'refusal', code: code ?? '', description: params.get('error_description') ?? '' }
  }
  if (params.has('message')) return { kind: 'half-way' }
  return access_token ? { kind: 'refusal', code: 'invalid_link', description: '' } : undefined
}
