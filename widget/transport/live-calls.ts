import { anySignal } from './any-signal.ts'
import type { z } from 'zod'
import type { widgetApi } from '#shared/contracts/widget.api.ts'
import type { Draft, FileDraft, FileReceipt, Receipt } from './transport.ts'

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

type Api = typeof widgetApi
type Answer<A extends keyof Api> = z.output<Api[A]['result']>
/** A page may get no ticket: the server then says what is wrong. */
type Opening = Omit<z.input<Api['POST /widget/v1/sessions']['body']>, 'ticket'> & { ticket: string | null }
export type Session = Answer<'POST /widget/v1/sessions'>

const CALL_MS = 10_000
const FILE_MS = 120_000
/** For crowded shops: a proof of being human, valid for one call. */
const PROOF_HEADER = 'x-human-check'

/** `/widget/v1`. The visitor's token is sent as bearer, never in an address. */
export function createLiveCalls(base: string) {
  async function call<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<T> {
    const limit = AbortSignal.timeout(CALL_MS)
    const response = await ask(path, init, signal ? anySignal(signal, limit) : limit)
    const text = response.status === 204 ? '' : await response.text().catch(lost)
    return (text ? JSON.parse(text) : undefined) as T
  }

  async function ask(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const response = await fetch(`${base}/widget/v1/${path}`, {
      ...init,
      signal,
      credentials: 'omit',
      cache: 'no-store',
    }).catch(lost)
    if (!response.ok) throw new CallFailure(response.status, await errorCode(response))
    return response
  }

  const post = (body: object, token?: string, proof?: string): RequestInit => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(proof && { [PROOF_HEADER]: proof }),
    },
    body: JSON.stringify(body),
  })
  const get = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

  return {
    openSession: (body: Opening, signal: AbortSignal, proof?: string) =>
      call<Session>('sessions', post(body, undefined, proof), signal),
    send: (token: string, draft: Draft & object, proof?: string) =>
      call<Receipt>('messages', post(draft, token, proof)),
    readMessages: (token: string, after: string | null, signal: AbortSignal) =>
      call<Answer<'GET /widget/v1/messages'>>(
        `messages${after === null ? '' : `?after=${encodeURIComponent(after)}`}`,
        get(token),
        signal,
      ),
    /** Ends when the signal aborts. */
    openEvents: (token: string, after: string, signal: AbortSignal) =>
      ask(
        `events?after=${encodeURIComponent(after)}`,
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
        request.open('POST', `${base}/widget/v1/files`)
        request.setRequestHeader('authorization', `Bearer ${token}`)
        if (proof) request.setRequestHeader(PROOF_HEADER, proof)
        request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
        request.onload = () => {
          if (request.status < 300) done(JSON.parse(request.responseText) as FileReceipt)
          else fail(new CallFailure(request.status, codeIn(request.responseText) ?? `http.${request.status}`))
        }
        request.onerror = request.onabort = () => fail(new CallFailure(0, 'network'))
        signal.addEventListener('abort', () => request.abort())
        request.send(form)
      }),
    openFile: async (token: string, id: string): Promise<Blob> =>
      (await ask(`files/${id}`, get(token), AbortSignal.timeout(FILE_MS))).blob(),
    mention: (path: 'typing' | 'read' | 'rating', token: string, body: object) =>
      void call(path, { ...post(body, token), keepalive: true }).catch(() => undefined),
  }
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
