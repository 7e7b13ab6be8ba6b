import { isAuthRetryableFetchError } from '@supabase/auth-js'
import { newClientId } from '#widget/new-id.ts'
import type { ApiAddress, Asked, Result } from '#shared/contracts/api.ts'
import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { client } from './client.ts'
import { storedLanguage } from './stored-language.ts'

/** Holds a message in the reader's language. `client.…` codes are our own: nothing reached the server. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>
  /** Seconds, of a limit that was met. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    message: string,
    status: number,
    details: Record<string, unknown> = {},
    retryAfter?: number,
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = details
    this.retryAfter = retryAfter
  }
}

let currentWorkspaceId: string | undefined

export function nameWorkspace(id: string | undefined): void {
  currentWorkspaceId = id
}

const retryAfterMs = [400, 1200]
/** A person who works fast only waits; a longer limit is said. */
const maxLimitWaits = { times: 5, seconds: 3 }

const signInListeners = new Set<() => void>()

/** Runs when a call is refused because the session ended; returns the unsubscribe function. */
export function onSignInNeeded(listener: () => void): () => void {
  signInListeners.add(listener)
  return () => signInListeners.delete(listener)
}

/** key: the same call, also across reloads; repeatable: needs no key; workspace: if not the current one */
type Options = { key?: string; repeatable?: boolean; signal?: AbortSignal | undefined; workspace?: string }
export type CallArguments<A extends ApiAddress> =
  object extends Asked<A> ? [asked?: Asked<A> & Options] : [asked: Asked<A> & Options]

/**
 * Creates carry an idempotency key, so that a lost call can be repeated.
 * @throws ApiError
 */
export async function call<A extends ApiAddress>(address: A, ...[asked]: CallArguments<A>): Promise<Result<A>> {
  const { workspace, signal, repeatable, key: given, ...parts }: Options & Parts = asked ?? {}
  const { method, path, body } = requestOf(address, parts)
  const key = given ?? (method === 'POST' && !repeatable ? newClientId() : undefined)
  const repeats = { afterLimit: 0, afterFault: 0 }
  for (;;) {
    const headers = await callHeaders()
    if (workspace) headers['x-workspace'] = workspace
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    try {
      return await once<Result<A>>(method, path, headers, body, signal)
    } catch (error) {
      const wait = waitBeforeRepeating(error, repeats)
      if (wait === undefined || signal?.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
}

type Parts = { params?: object; query?: object; body?: unknown }

export function requestOf(address: ApiAddress, { params = {}, query = {}, body }: Parts) {
  const [method = '', pattern = ''] = address.split(' ')
  const way = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name as never])))
  const named = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return { method, path: search ? `${way}?${search}` : way, body }
}

/** In ms; counts itself. */
function waitBeforeRepeating(error: unknown, repeats: { afterLimit: number; afterFault: number }): number | undefined {
  if (!(error instanceof ApiError) || !navigator.onLine) return undefined
  const { code, status, retryAfter = Infinity } = error
  if (status === 429)
    return retryAfter <= maxLimitWaits.seconds && repeats.afterLimit++ < maxLimitWaits.times
      ? retryAfter * 1000
      : undefined
  return code === 'client.offline' || [502, 503, 504].includes(status) ? retryAfterMs[repeats.afterFault++] : undefined
}

export async function callHeaders(): Promise<Record<string, string>> {
  const token = await accessToken()
  const headers: Record<string, string> = { 'accept-language': storedLanguage() }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (currentWorkspaceId) headers['x-workspace'] = currentWorkspaceId
  return headers
}

/**
 * Undefined when signed out.
 * @throws ApiError when an expired session cannot be renewed without a network: the caller must not take that for signed out
 */
export async function accessToken(): Promise<string | undefined> {
  const { data, error } = await client().auth.getSession()
  if (isAuthRetryableFetchError(error)) throw unreachable()
  return data.session?.access_token
}

async function once<Answer>(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
  if (response.status === 401) for (const listener of signInListeners) listener()
  if (!response.ok) throw readError(response.status, text, Number(response.headers.get('retry-after')) || undefined)
  return (text ? JSON.parse(text) : {}) as Answer
}

export function signInNeeded(): ApiError {
  return new ApiError('auth.sign_in_needed', dataTexts(storedLanguage()).signInNeeded, 401)
}

export function unreachable(): ApiError {
  return new ApiError('client.offline', dataTexts(storedLanguage()).unreachable, 0)
}

/** Whatever a proxy may have sent instead of the server's answer. */
export function readError(status: number, text: string, retryAfter?: number): ApiError {
  try {
    const { error } = JSON.parse(text) as {
      error: { code: string; message: string; details?: Record<string, unknown> }
    }
    return new ApiError(error.code, error.message, status, error.details, retryAfter)
  } catch {
    return new ApiError('server.unexpected', dataTexts(storedLanguage()).unexpected, status)
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'request.conflict'
}

/** Nobody answered: neither refused nor done. */
export function isUnreachable(error: unknown): boolean {
  return (error instanceof ApiError && error.code === 'client.offline') || isAuthRetryableFetchError(error)
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : dataTexts(storedLanguage()).unexpected
}

/** What support can look up in the log, if anything. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code.startsWith('client.')) return undefined
  const { request_id: requestId } = error.details
  return typeof requestId === 'string' ? `${error.code} · ${requestId}` : error.code
}
