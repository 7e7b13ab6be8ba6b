import { useState, useSyncExternalStore } from 'react'
import { fileRefusal } from '#shared/rules/website/outgoing-files.ts'
import type { InboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type ComposerFile, type DraftFiles, makeDraftFiles } from './draft-files.ts'
import { readStored, writeStored } from './outboxes.ts'
import type { ReplyFile } from './reply-outbox.ts'

export type ComposerFiles = {
  files: readonly ComposerFile[]
  problem: string | undefined
  add(files: readonly File[]): void
  again(file: string): void
  remove(file: string): void
  clear(): void
}

const maxFiles = 10

// One per draft as long as the page lives: uploads continue while another conversation is shown.
const drafts = new Map<string, DraftFiles>()

/** Uploads start at once; the files are kept with the draft. */
export function useComposerFiles(draftName: string, source: ChannelKind, texts: InboxToolsTexts): ComposerFiles {
  const { workspace } = useCurrentWorkspace()
  const draft = draftOf(draftName, workspace.id)
  const files = useSyncExternalStore(draft.watch, draft.files)
  const [problem, setProblem] = useState<string>()

  function add(given: readonly File[]) {
    setProblem(undefined)
    const taken = given.filter(bytes => {
      const refusal = fileRefusal(source, bytes)
      if (refusal) setProblem(refusalWords(bytes.name, source, refusal, texts))
      return !refusal
    })
    const left = maxFiles - files.length
    if (taken.length > left) setProblem(texts.fileMany)
    draft.add(taken.slice(0, left))
  }

  return {
    files,
    problem,
    add,
    again: draft.again,
    remove(file) {
      setProblem(undefined)
      draft.remove(file)
    },
    clear() {
      setProblem(undefined)
      draft.clear()
    },
  }
}

function draftOf(draftName: string, workspaceId: string): DraftFiles {
  const known = drafts.get(draftName)
  if (known) return known
  const stored = `${draftName}:files`
  const made = makeDraftFiles({
    async put(file, bytes, progress, signal) {
      const { putFile } = await import('#web/data/upload.ts')
      await putFile('attachments', file, bytes, progress, signal)
    },
    newPlace: () => `${workspaceId}/${newClientId()}`,
    store: ready => writeStored(stored, ready.length > 0 ? JSON.stringify(ready) : undefined),
    stored: () => JSON.parse(readStored(stored) ?? '[]') as ReplyFile[],
  })
  drafts.set(draftName, made)
  return made
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
