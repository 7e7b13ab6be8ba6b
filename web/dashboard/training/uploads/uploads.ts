import { useSyncExternalStore } from 'react'
import { errorText } from '#shared/errors.ts'
import { newClientId } from '#widget/new-id.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { storedLanguage } from '#web/data/stored-language.ts'
import { upload } from '#web/data/upload.ts'
import { checkFile, isPicture } from './check-file.ts'
import { fitPicture } from './fit-picture.ts'
import { makeUploadQueue, type Upload, type UploadQueue } from './upload-queue.ts'

// One per workspace as long as the page lives: uploads continue while another section is shown.
const queues = new Map<string, UploadQueue>()

export function useUploads(workspaceId: string): { queue: UploadQueue; uploads: readonly Upload[] } {
  const queue = queueOf(workspaceId)
  return { queue, uploads: useSyncExternalStore(queue.watch, queue.uploads) }
}

function queueOf(workspaceId: string): UploadQueue {
  const known = queues.get(workspaceId)
  if (known) return known
  const queue = makeUploadQueue({
    async send({ id, file }, progress, signal) {
      const body = await fitPicture(file)
      const refused = checkFile(body)
      if (refused) throw new ApiError(refused, errorText(refused, storedLanguage()), 413)
      const { created } = await upload('POST /api/v1/sources/files', { body }, id, progress, signal)
      return created
    },
    refuse(file) {
      const code = checkFile(file)
      if (code === 'training.file_too_large' && isPicture(file)) return undefined
      return code && errorText(code, storedLanguage())
    },
    problemOf(error) {
      if (error instanceof ApiError && error.code === 'client.aborted') return 'cancelled'
      const again =
        !(error instanceof ApiError) ||
        error.status === 0 ||
        error.status === 402 ||
        error.status === 429 ||
        error.status >= 500
      return { text: messageOf(error), again }
    },
    newId: newClientId,
  })
  queues.set(workspaceId, queue)
  return queue
}
