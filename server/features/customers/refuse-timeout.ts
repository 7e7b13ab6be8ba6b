import { failure } from '#platform/errors.ts'

/** @throws segment.too_slow when the database timed out */
export async function refuseTimeout<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw (error as { code?: string }).code === '57014' ? failure('segment.too_slow') : error
  }
}
