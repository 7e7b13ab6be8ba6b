import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readFile } from '#web/data/download.ts'

/** Enough for one line on any screen, while sparing a phone twelve million pixels. */
const maxSide = 2_200

/** A URL for `<img>`; undefined while loading, null when it failed. */
export function usePagePicture(sourceId: string, reading: number, page: number): string | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['page picture', sourceId, reading, page],
    queryFn: ({ signal }) => load(sourceId, page, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => (data ? () => URL.revokeObjectURL(data) : undefined), [data])
  return isError ? null : data
}

async function load(sourceId: string, page: number, signal: AbortSignal): Promise<string> {
  const picture = await readFile('GET /api/v1/sources/:id/pages/:page', { params: { id: sourceId, page } }, signal)
  return URL.createObjectURL(await small(picture))
}

/** Rotated by its EXIF data and scaled down. */
async function small(picture: Blob): Promise<Blob> {
  const whole = await createImageBitmap(picture)
  const factor = maxSide / Math.max(whole.width, whole.height)
  if (factor >= 1) return picture
  const canvas = new OffscreenCanvas(Math.round(whole.width * factor), Math.round(whole.height * factor))
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
}
