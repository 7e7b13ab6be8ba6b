import { anySignal } from './any-signal.ts'
import type { ApiAddress, Result } from '#shared/contracts/api.ts'
import type { FileDraft, FileReceipt } from './transport.ts'
import { type Answer, type BodyOf, type PathOf, type Sent, typedFetch } from './typed-fetch.ts'

/** Status 0: no answer at all. */
export class CallFailure extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export function asCallFailure(failure: unknown): CallFailure {
  return failure instanceof CallFailure ? failure : new CallFailure(0, 'unexpected')
}

/** Permanent: the domain is not registered, or the widget is gone. Retried, but rarely. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 428, 429].includes(status)
}

const CALL_MS = 10_000
const FILE_MS = 120_000
/** For crowded shops: a proof of being human, valid for one call. */
const PROOF_HEADER = 'x-human-check'

/** `/widget/v1`. The visitor's token is sent as bearer, never in an address. */
export function createLiveCalls(base: string) {
  const at = `${base}/widget/v1` as const

  async function call<A extends ApiAddress>(path: PathOf<A>, sent: Sent<A>, signal?: AbortSignal): Promise<Result<A>> {
    const limit = AbortSignal.timeout(CALL_MS)
    const response = await ask<A>(path, sent, signal ? anySignal(signal, limit) : limit)
    const text = response.status === 204 ? '' : await response.text().catch(lost)
    return resultIn<A>(text)
  }

  async function ask<A extends ApiAddress>(path: PathOf<A>, sent: Sent<A>, signal: AbortSignal): Promise<Answer<A>> {
    const fixed = { signal, credentials: 'omit', cache: 'no-store' } as const
    const response = await typedFetch<A>(path, { ...sent, ...fixed }).catch(lost)
    if (!response.ok) throw new CallFailure(response.status, await errorCode(response))
    return response
  }

  const post = <Body extends object>(body: Body, token?: string, proof?: string) => ({
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(proof && { [PROOF_HEADER]: proof }),
    },
    body,
  })
  const get = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const quietly = (sent: Promise<unknown>) => void sent.catch(() => undefined)

  return {
    openSession: (body: BodyOf<'POST /widget/v1/sessions'>, signal: AbortSignal, proof?: string) =>
      call<'POST /widget/v1/sessions'>(`${at}/sessions`, post(body, undefined, proof), signal),
    send: (token: string, draft: BodyOf<'POST /widget/v1/messages'>, proof?: string) =>
      call<'POST /widget/v1/messages'>(`${at}/messages`, post(draft, token, proof)),
    readMessages: (token: string, after: string | null, signal: AbortSignal) =>
      call<'GET /widget/v1/messages'>(
        after === null ? `${at}/messages` : `${at}/messages?after=${encodeURIComponent(after)}`,
        get(token),
        signal,
      ),
    /** Ends when the signal aborts. */
    openEvents: (token: string, after: string, signal: AbortSignal) =>
      ask<'GET /widget/v1/events'>(
        `${at}/events?after=${encodeURIComponent(after)}`,
        { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
        signal,
      ),
    /** XMLHttpRequest, because `fetch` reports no progress. */
    sendFile: (
      token: string,
      { client_id, file }: FileDraft,
      onProgress: (share: number) => void,
      signal: AbortSignal,
      proof?: string,
    ) =>
      new Promise<FileReceipt>((done, fail) => {
        const form = new FormData()
        form.append('client_id', client_id)
        form.append('file', file)
        const request = new XMLHttpRequest()
        request.open('POST', `${at}/files` satisfies PathOf<'POST /widget/v1/files'>)
        request.setRequestHeader('authorization', `Bearer ${token}`)
        if (proof) request.setRequestHeader(PROOF_HEADER, proof)
        request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
        request.onload = () => {
          if (request.status < 300) done(resultIn<'POST /widget/v1/files'>(request.responseText))
          else fail(new CallFailure(request.status, codeIn(request.responseText) ?? `http.${request.status}`))
        }
        request.onerror = request.onabort = () => fail(new CallFailure(0, 'network'))
        signal.addEventListener('abort', () => request.abort())
        request.send(form)
      }),
    openFile: async (token: string, id: string): Promise<Blob> =>
      (await ask<'GET /widget/v1/files/:id'>(`${at}/files/${id}`, get(token), AbortSignal.timeout(FILE_MS))).blob(),
    typing: (token: string) =>
      quietly(call<'POST /widget/v1/typing'>(`${at}/typing`, { ...post({}, token), keepalive: true })),
    read: (token: string, seen: BodyOf<'POST /widget/v1/read'>) =>
      quietly(call<'POST /widget/v1/read'>(`${at}/read`, { ...post(seen, token), keepalive: true })),
    rate: (token: string, rating: BodyOf<'POST /widget/v1/rating'>) =>
      quietly(call<'POST /widget/v1/rating'>(`${at}/rating`, { ...post(rating, token), keepalive: true })),
  }
}

/** The only place where an answer gets its type: the address’s own, from the contract. */
function resultIn<A extends ApiAddress>(text: string): Result<A> {
  return (text ? JSON.parse(text) : undefined) as Result<A>
}

function lost(): never {
  throw new CallFailure(0, 'network')
}

async function errorCode(response: Response): Promise<string> {
  return codeIn(await response.text().catch(() => '')) ?? `http.${response.status}`
}

function codeIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown } }
    return typeof error?.code === 'string' ? error.code : undefined
  } catch {
    return undefined
  }
}
