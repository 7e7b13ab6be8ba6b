import { useMemo, useState } from 'react'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import { errorText } from '#shared/errors.ts'
import { newClientId } from '#widget/new-id.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { storedLanguage } from '#web/data/stored-language.ts'
import { upload } from '#web/data/upload.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { checkFile } from '#web/dashboard/training/uploads/check-file.ts'
import { fitPicture } from '#web/dashboard/training/uploads/fit-picture.ts'
import { readNewestSources } from '#web/data/newest-sources.ts'

export type SourceRow = Row<'sources'>
export type Sending = { file: File; share: number; problem?: string; again?: boolean }

export function useKnowledge() {
  const { workspace } = useCurrentWorkspace()
  const [sending, setSending] = useState<Sending>()
  const list = useMemo<LiveList<SourceRow>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: ['first steps'],
      keyOf: row => row.id,
      accepts: row => row.parent_id === null && row.kind !== 'pair' && row.status !== 'removed',
      compare: (a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
      load: () => readNewestSources(workspace.id, 50),
    }),
    [workspace.id],
  )
  const sources = useLiveRows(list)

  async function sendFile(chosen: File): Promise<boolean> {
    setSending({ file: chosen, share: 0 })
    const file = await fitPicture(chosen)
    const refused = checkFile(file)
    if (refused) {
      setSending({ file: chosen, share: 0, problem: errorText(refused, storedLanguage()) })
      return false
    }
    try {
      const share = (sent: number) => setSending(known => known && { ...known, share: sent })
      await uploadSource(file, share)
      setSending(undefined)
      return true
    } catch (error) {
      const again = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
      setSending({ file: chosen, share: 0, problem: messageOf(error), again })
      return false
    }
  }

  async function uploadSource(file: File, onShare: (sent: number) => void): Promise<void> {
    await upload('POST /api/v1/sources/files', { body: file }, newClientId(), onShare, new AbortController().signal)
    sources.refetch()
  }

  return {
    sources,
    sending,
    sendFile,
    /** @throws as it was refused: it is short, and its form says so */
    sendText: (text: string, title: string) =>
      uploadSource(new File([text], `${title}.txt`, { type: 'text/plain' }), () => undefined),
    async sendLink(url: string): Promise<void> {
      const mode: LinkMode = 'page'
      await call('POST /api/v1/sources/links', { body: { url, mode } })
      sources.refetch()
    },
    async drop(id: string): Promise<void> {
      await call('DELETE /api/v1/sources/:id', { params: { id } })
      sources.refetch()
    },
    async readAgain(source: SourceRow): Promise<void> {
      await call(`POST /api/v1/sources/:id/${source.kind === 'link' ? 'resync' : 'retry'}`, {
        params: { id: source.id },
      })
      sources.refetch()
    },
  }
}
