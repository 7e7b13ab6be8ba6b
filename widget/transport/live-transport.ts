import type { Attributes } from '#widget/launcher/bridge.ts'
import { anySignal } from './any-signal.ts'
import { followEvents, type ServerEvent } from './event-stream.ts'
import { asCallFailure, createLiveCalls, isFinal } from './live-calls.ts'
import { backoff, createPause } from './pacing.ts'
import type { PageSignals } from './page-signals.ts'
import {
  SendFailure,
  type Connection,
  type ConsentWords,
  type Draft,
  type Receipt,
  type ServerMessage,
  type Transport,
  type TransportListener,
} from './transport.ts'

const POLL_MS = 3000
/** How long polling replaces the stream before the stream is tried again. */
const POLLING_FOR_MS = 60_000
/** A hidden page gives its connection back: browsers allow six per host over HTTP/1.1. */
const HIDDEN_MS = 60_000
const RETRY_SEND_MS = 1000

export type LiveOptions = {
  /** Address of the server without a slash at the end; empty on the server's own pages. */
  base: string
  widget: string
  visitorToken: string | null
  pageUrl: string
  locale: 'vi' | 'en'
  /** What the shop's page says of the visitor; more of it by `introduce`. Travels with the next message. */
  introduction?: Introduction
  signals: PageSignals
  /** A random number from 0 to 1. */
  random(): number
  /** A fresh embed ticket, or null when the page gets none. */
  ticket(): Promise<string | null>
  onVisitor(token: string | null): void
}

/** A token signed by the shop's server, unproven facts about the visitor, and what is answered: the rule that greeted. */
export type Introduction = { identity?: string; attributes?: Attributes; greeting?: string }
export type LiveTransport = Transport & { introduce(introduction: Introduction): void }

/** Speaks with the server: a session, sends by id, and a stream of events that mends itself without a gap. */
export function createLiveTransport(options: LiveOptions): LiveTransport {
  const calls = createLiveCalls(options.base)
  const { signals } = options
  const pause = createPause()
  let token = options.visitorToken
  let untold: Introduction & { page_url?: string; consent?: Omit<ConsentWords, 'words'> } = {
    page_url: options.pageUrl,
    ...options.introduction,
  }
  let inSession = false
  /** Whether the visitor has written yet: before that the server has nothing to tell. */
  let talking = false
  /** Moved only by what came in order; a receipt may be ahead of messages still to come. */
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
      // A server that does not answer again and again is as far away as one without a network.
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
    // Whom the page names has perhaps said something of it already, which the server cannot tell before it hears who they are.
    listener?.asks(untold.identity ? [] : (opened.consent ?? []))
  }

  /** Where the shop is crowded, the server wants to see a person first: one is shown, and the call made again. */
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

  // The server no longer knows the token: begin anew as a new visitor.
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

  function onServerEvent({ event, data }: ServerEvent) {
    const body = JSON.parse(data) as ServerMessage & { bot?: 'on' | 'off' }
    if (event === 'message') {
      listener?.messages([body], false)
      cursor = body.cursor
    } else if (event === 'typing' && (body.author === 'bot' || body.author === 'member')) {
      listener?.typing(body.author, body.name ?? null)
    } else if (event === 'draft' && typeof body.text === 'string') {
      listener?.draft(body.text)
    } else if (event === 'status' && body.bot) {
      listener?.status(body.bot)
    }
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
    const telling = untold
    try {
      const receipt = await provingHuman(proof => calls.send(token ?? '', { ...draft, ...telling }, proof))
      if (untold === telling) untold = {}
      if (telling.consent) listener?.asks([])
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
        // Nothing else speaks with the server yet: the session tells whether it is there.
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
      // A line from before a sleep may be dead without knowing; a new one costs little and brings the gap.
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
      untold = { ...untold, ...more }
      if (more.identity) listener?.asks([])
    },
    agree(words) {
      const { consent: _, ...others } = untold
      untold = words ? { ...others, consent: { language: words.language, version: words.version } } : others
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
      if (talking && token !== null && signals.onLine()) calls.mention('typing', token, {})
    },
    rate(id, rating) {
      if (token !== null) calls.mention('rating', token, { message_id: id, rating })
    },
    read(seen) {
      if (talking && token !== null) calls.mention('read', token, { cursor: seen })
    },
  }
}
