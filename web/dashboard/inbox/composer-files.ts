import { useEffect, useRef, useState } from 'react'
import { fileRefusal } from '#shared/rules/outgoing-files.ts'
import type { InboxToolsTexts } from '#shared/texts/inbox-tools-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { fill } from '#web/parts/texts.ts'
import { readStored, writeStored } from './outboxes.ts'
import type { ReplyFile } from './reply-outbox.ts'

/** A file beside an unfinished reply. `ready`: it is in the bucket, and the reply may name it. */
export type ComposerFile = ReplyFile & {
  state: 'sending' | 'ready' | 'failed'
  /** The share that has left, 0 to 1. */
  share: number
  bytes?: File
}

export type ComposerFiles = {
  files: readonly ComposerFile[]
  /** Why the last one was not taken. */
  problem: string | undefined
  add(files: readonly File[]): void
  again(file: string): void
  remove(file: string): void
  clear(): void
}

const mostFiles = 10

/** The files of an unfinished reply: they go up at once and are kept with the draft. */
export function useComposerFiles(draftName: string, source: ChannelKind, texts: InboxToolsTexts): ComposerFiles {
  const { workspace } = useCurrentWorkspace()
  const stored = `${draftName}:files`
  const [files, setFiles] = useState<readonly ComposerFile[]>(() => readFiles(stored))
  const [problem, setProblem] = useState<string>()
  const stops = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = stops.current
    return () => all.forEach(stop => stop.abort())
  }, [])
  useEffect(() => {
    const ready = files.filter(file => file.state === 'ready').map(({ bytes: _, share: __, ...file }) => file)
    writeStored(stored, ready.length > 0 ? JSON.stringify(ready) : undefined)
  }, [files, stored])

  async function send(file: string, bytes: File) {
    const stop = new AbortController()
    stops.current.set(file, stop)
    const settle = (state: ComposerFile['state'], share: number) => {
      if (stop.signal.aborted) return
      setFiles(all => all.map(one => (one.file === file ? { ...one, state, share } : one)))
    }
    settle('sending', 0)
    try {
      const { putFile } = await import('#web/data/upload.ts')
      await putFile('attachments', file, bytes, share => settle('sending', share), stop.signal)
      settle('ready', 1)
    } catch {
      settle('failed', 0)
    }
  }

  function add(given: readonly File[]) {
    setProblem(undefined)
    const taken = given.filter(bytes => {
      const refusal = fileRefusal(source, bytes)
      if (refusal) setProblem(refusalWords(bytes.name, source, refusal, texts))
      return !refusal
    })
    const room = mostFiles - files.length
    if (taken.length > room) setProblem(texts.fileMany)
    for (const bytes of taken.slice(0, room)) {
      const file = `${workspace.id}/${newClientId()}`
      const fresh = {
        file,
        name: bytes.name,
        mime: bytes.type,
        size: bytes.size,
        state: 'sending' as const,
        share: 0,
        bytes,
      }
      setFiles(all => [...all, fresh])
      void send(file, bytes)
    }
  }

  return {
    files,
    problem,
    add,
    again(file) {
      const bytes = files.find(one => one.file === file)?.bytes
      if (bytes) void send(file, bytes)
    },
    remove(file) {
      setProblem(undefined)
      stops.current.get(file)?.abort()
      setFiles(all => all.filter(one => one.file !== file))
    },
    clear() {
      setProblem(undefined)
      setFiles([])
    },
  }
}

function refusalWords(
  name: string,
  source: ChannelKind,
  refusal: NonNullable<ReturnType<typeof fileRefusal>>,
  texts: InboxToolsTexts,
): string {
  const platform = texts[`platform_${source}`]
  return refusal.why === 'type'
    ? fill(texts.fileType, { name, platform })
    : fill(texts.fileSize, { name, platform, limit: refusal.limit })
}

function readFiles(stored: string): ComposerFile[] {
  const known = JSON.parse(readStored(stored) ?? '[]') as ReplyFile[]
  return known.map(file => ({ ...file, state: 'ready', share: 1 }))
}
