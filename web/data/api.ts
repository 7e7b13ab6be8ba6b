import { isAuthRetryableFetchError } from '@supabase/auth-js'
import { newClientId } from '#widget/new-id.ts'
import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { client } from './client.ts'
import { storedLanguage } from './stored-language.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the server refused, in the reader's language. `client.…` codes are our own: nothing reached the server. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: string, message: string, status: number, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = details
  }
}

let currentWorkspaceId: string | undefined

/** Names the workspace of all later calls. Called by current-workspace.tsx. */
export function nameWorkspace(id: string | undefined): void {
  currentWorkspaceId = id
}

const retryAfterMs = [400, 1200]

const refusalEars = new Set<() => void>()

/** Hears each time an action is refused because nobody is signed in any more. @returns the way to stop */
export function hearSignInNeeded(ear: () => void): () => void {
  refusalEars.add(ear)
  return () => refusalEars.delete(ear)
}

/**
 * An action of `/api/v1`. A create carries an idempotency key, so that one that got lost on the way can be repeated.
 * @param path such as '/conversations/…/reply'
 * @param options key: the same key makes the same call, also across reloads; repeatable: doing it twice does no harm, no key needed;
 *   workspace: another one than the current
 * @throws ApiError with the code of the catalogue and a message for people
 */
export async function call<Result>(
  method: Method,
  path: string,
  body?: unknown,
  options: { key?: string; repeatable?: boolean; signal?: AbortSignal; workspace?: string } = {},
): Promise<Result> {
  const key = options.key ?? (method === 'POST' && !options.repeatable ? newClientId() : undefined)
  for (let attempt = 0; ; attempt++) {
    const headers = await callHeaders()
    if (options.workspace) headers['x-workspace'] = options.workspace
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    try {
      return await once<Result>(method, path, headers, body, options.signal)
    } catch (error) {
      const wait = retryAfterMs[attempt]
      if (wait === undefined || !mayRepeat(error) || !navigator.onLine) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
}

function mayRepeat(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'client.offline' || [502, 503, 504].includes(error.status))
}

/** The headers that every action carries: who, for which workspace, in which language. */
export async function callHeaders(): Promise<Record<string, string>> {
  const token = await accessToken()
  const headers: Record<string, string> = { 'accept-language': storedLanguage() }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (currentWorkspaceId) headers['x-workspace'] = currentWorkspaceId
  return headers
}

/**
 * The bearer of a call.
 * @returns undefined when nobody is signed in
 * @throws ApiError when the session is over and cannot be renewed for want of a network: without it, an answer would lie
 */
export async function accessToken(): Promise<string | undefined> {
  const { data, error } = await client().auth.getSession()
  if (isAuthRetryableFetchError(error)) throw unreachable()
  return data.session?.access_token
}

async function once<Result>(
  method: Method,
  path: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let response: Response
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
  const text = await response.text()
  if (response.status === 401) for (const ear of refusalEars) ear()
  if (!response.ok) throw readError(response.status, text)
  return (text ? JSON.parse(text) : {}) as Result
}

export function signInNeeded(): ApiError {
  return new ApiError('auth.sign_in_needed', dataTexts(storedLanguage()).signInNeeded, 401)
}

export function unreachable(): ApiError {
  return new ApiError('client.offline', dataTexts(storedLanguage()).unreachable, 0)
}

/** Makes an error of a refusal's body, whatever stands between us and the server may have sent. */
export function readError(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as {
      error: { code: string; message: string; details?: Record<string, unknown> }
    }
    return new ApiError(error.code, error.message, status, error.details)
  } catch {
    return new ApiError('server.unexpected', dataTexts(storedLanguage()).unexpected, status)
  }
}

/** What to tell people about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : dataTexts(storedLanguage()).unexpected
}

/** What support can find in the log, where there is such a thing. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code.startsWith('client.')) return undefined
  const { request_id: requestId } = error.details
  return typeof requestId === 'string' ? `${error.code} · ${requestId}` : error.code
}
