import { type Failure, failure } from '#platform/errors.ts'

/** `by` null: nobody in particular. */
export function editConflict({ version, by, at }: { version?: number; by: string | null; at: Date | null }): Failure {
  return failure('inbox.changed_meanwhile', {
    by,
    ...(at && { at: at.toISOString() }),
    ...(version !== undefined && { version }),
  })
}
