import type { Attributes } from '#widget/launcher/bridge.ts'
import { anySignal } from './any-signal.ts'
import { followEvents, type ServerEvent } from './event-stream.ts'
import { readVisitorEvent } from './visitor-event.ts'
import { asCallFailure, createLiveCalls, isFinal } from './live-calls.ts'
import { backoff, createPause } from './pacing.ts'
import type { PageSignals } from './page-signals.ts'
import {
  SendFailure,
  type Connection,
  type ConsentWords,
  type Draft,
  type Receipt,
  type Transport,
  type TransportListener,
} from './transport.ts'

const POLL_MS = 3000
/** How long polling replaces the stream before the stream is tried again. */
const POLLING_FOR_MS = 60_000
/** A hidden page releases its connection: browsers allow six per host over HTTP/1.1. */
const HIDDEN_MS = 60_000
const RETRY_SEND_MS = 1000

export type LiveOptions = {
  /** The server's address without a final slash; empty on its own pages. */
  base: string
  widget: string
  visitorToken: string | null
  pageUrl: string
  locale: 'vi' | 'en'
  /** Sent with the next message; `introduce` adds to it. */
  introduction?: Introduction
  signals: PageSignals
  random(): number
  /** A fresh embed ticket, or null if the page gets none. */
  ticket(): Promise<string | null>
  onVisitor(token: string | null): void
}

/** The shop server's signed token, unverified attributes, and the greeting being answered. */
export type Introduction = { identity?: string; attributes?: Attributes; greeting?: string }
export type LiveTransport = Transport & { introduce(introduction: Introduction): void }

/** The event stream recovers from breaks without gaps. */
export function createLiveTransport(options: LiveOptions): LiveTransport {
  const calls = createLiveCalls(options.base)
  const { signals } = options
  const pause = createPause()
  let token = options.visitorToken
  let unsent: Introduction & { page_url?: string; consent?: Omit<ConsentWords, 'words'> } = {
    page_url: options.pageUrl,
    ...options.introduction,
  }
  let inSession = false
  /** False until the visitor first writes: before that the server has no news. */
  let talking = false
  /** Moved only by ordered events; a receipt may be ahead of messages still to come. */
  let cursor: string | null = null
  let state: Connection = 'connecting'
  let control = new AbortController()
  let line = new AbortController()
  let listener: TransportListener | undefined

  function show(next: Connection) {
    state = next
    listener?.connection(next)
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    let polling = false
    let unanswered = 0
    while (!signal.aborted) {
      try {
        if (!inSession) await openSession(signal)
        if (talking && cursor === null) await readOn(signal, true)
        if (!talking || signals.hidden()) {
          if (state !== 'online') show('online')
          await pause.wait(null, signal)
          failures = 0
          unanswered = 0
          if (inSession) continue
        } else if (polling) {
          await poll(signal)
          polling = false
        } else {
          polling = !(await follow(signal))
          if (polling) continue
        }
        failures = 0
        unanswered = 0
      } catch (failure) {
        failures += 1
        const { status, code } = asCallFailure(failure)
        unanswered = status === 0 || status >= 500 ? unanswered + 1 : 0
        if (status === 401 && inSession) forget()
        else if (isFinal(status)) listener?.failed(code)
        if (isFinal(status)) failures += 4
        polling = !polling && failures % 2 === 0
      }
      if (signal.aborted || !talking || (signals.hidden() && state === 'online')) {
        if (inSession) continue
      }
      // A server that repeatedly fails to answer counts as offline.
      if (!signals.onLine() || unanswered > 1) show('offline')
      else if (state !== 'connecting') show('reconnecting')
      await pause.wait(backoff(failures, options.random()), signal)
    }
  }

  async function openSession(signal: AbortSignal): Promise<void> {
    const ticket = await options.ticket()
    const opening = {
      widget: options.widget,
      ticket,
      ...(token !== null && { visitor_token: token }),
      page_url: options.pageUrl,
      locale: options.locale,
    }
    const opened = await provingHuman(proof => calls.openSession(opening, signal, proof))
    inSession = true
    talking ||= opened.conversation_id !== null
    if (!talking) cursor = opened.cursor
    if (opened.visitor_token !== token) options.onVisitor(opened.visitor_token)
    token = opened.visitor_token
    // An identified visitor may have answered already, which the server cannot know before it learns who they are.
    listener?.asks(unsent.identity ? [] : (opened.consent ?? []))
  }

  async function provingHuman<T>(call: (proof?: string) => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (failure) {
      if (asCallFailure(failure).code !== 'widget.human_needed') throw failure
    }
    listener?.checking(true)
    try {
      const { proveHuman } = await import('./human-proof.ts')
      return await call(await proveHuman(options.base))
    } finally {
      listener?.checking(false)
    }
  }

  // The server no longer knows the token: start over as a new visitor.
  function forget() {
    inSession = false
    talking = false
    cursor = null
    token = null
    options.onVisitor(null)
  }

  async function readOn(signal: AbortSignal, history: boolean): Promise<void> {
    for (;;) {
      const before = cursor
      const page = await calls.readMessages(token ?? '', before, signal)
      if (page.messages.length) listener?.messages(page.messages, history)
      cursor = page.cursor
      if (before === null || before === cursor || page.messages.length === 0) return
    }
  }

  function follow(signal: AbortSignal): Promise<boolean> {
    line = new AbortController()
    return followEvents({
      open: both => calls.openEvents(token ?? '', cursor ?? '', both),
      signal: anySignal(signal, line.signal),
      onThrough: () => show('online'),
      onEvent: onServerEvent,
    })
  }

  function onServerEvent(received: ServerEvent) {
    const sent = readVisitorEvent(received)
    if (!sent) return
    if (sent.event === 'message') {
      listener?.messages([sent.data], false)
      cursor = sent.data.cursor
    } else if (sent.event === 'typing') listener?.typing(sent.data.author, null)
    else if (sent.event === 'draft') listener?.draft(sent.data.text)
    else if (sent.event === 'status') listener?.status(sent.data.bot)
  }

  async function poll(signal: AbortSignal): Promise<void> {
    const until = performance.now() + POLLING_FOR_MS
    while (!signal.aborted && performance.now() < until && !signals.hidden()) {
      await readOn(signal, false)
      if (state !== 'online') show('online')
      await pause.wait(POLL_MS, signal)
    }
  }

  async function trySend(draft: Draft, again: boolean): Promise<Receipt> {
    if (!inSession || token === null) throw new SendFailure('network', true)
    const pending = unsent
    try {
      const receipt = await provingHuman(proof => calls.send(token ?? '', { ...draft, ...pending }, proof))
      if (unsent === pending) unsent = {}
      if (pending.consent) listener?.asks([])
      return receipt
    } catch (failure) {
      const { status, code } = asCallFailure(failure)
      if (status === 401) {
        forget()
        line.abort()
        pause.wake()
        throw new SendFailure('network', true)
      }
      const passing = status === 0 || status === 408 || status >= 500
      if (passing && (state !== 'online' || !signals.onLine())) throw new SendFailure('network', true)
      if (passing && !again && !talking) {
        // No other connection is open: the session call shows whether the server is there.
        inSession = false
        pause.wake()
      }
      if (!passing || !again) throw new SendFailure(code)
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_SEND_MS))
    return trySend(draft, false)
  }

  function watchPage(signal: AbortSignal) {
    let resting: ReturnType<typeof setTimeout> | undefined
    const stopWake = signals.onWake(reason => {
      clearTimeout(resting)
      // A connection from before a sleep may be dead; a new one is cheap and fills the gap.
      if (reason !== 'visible') line.abort()
      pause.wake()
    })
    const stopRest = signals.onRest(reason => {
      clearTimeout(resting)
      if (reason === 'hidden') resting = setTimeout(() => line.abort(), HIDDEN_MS)
      else line.abort()
      if (reason === 'offline') show('offline')
    })
    signal.addEventListener('abort', () => {
      clearTimeout(resting)
      stopWake()
      stopRest()
    })
  }

  return {
    start(given) {
      listener = given
      control = new AbortController()
      watchPage(control.signal)
      void run(control.signal)
    },
    stop: () => control.abort(),
    introduce(more) {
      unsent = { ...unsent, ...more }
      if (more.identity) listener?.asks([])
    },
    agree(words) {
      const { consent: _, ...others } = unsent
      unsent = words ? { ...others, consent: { language: words.language, version: words.version } } : others
    },
    async send(draft) {
      const receipt = await trySend(draft, true)
      if (!talking) {
        talking = true
        pause.wake()
      }
      return receipt
    },
    files: {
      async send(draft, onProgress, signal) {
        if (!inSession || token === null) throw new SendFailure('network')
        try {
          const receipt = await provingHuman(proof => calls.sendFile(token ?? '', draft, onProgress, signal, proof))
          if (!talking) {
            talking = true
            pause.wake()
          }
          return receipt
        } catch (failure) {
          throw new SendFailure(asCallFailure(failure).code)
        }
      },
      open: id => calls.openFile(token ?? '', id),
    },
    typing() {
      if (talking && token !== null && signals.onLine()) calls.typing(token)
    },
    rate(id, rating) {
      if (token !== null) calls.rate(token, { message_id: id, rating })
    },
    read(seen) {
      if (talking && token !== null) calls.read(token, { cursor: seen })
    },
  }
}
