import { type Failure, failure } from '#platform/errors.ts'

/**
 * Somebody else was quicker: who changes what they saw before is told by whom and when, and nothing is overwritten.
 * @param by the person who changed it last; null: nobody in particular
 */
export function editConflict({ version, by, at }: { version?: number; by: string | null; at: Date | null }): Failure {
  return failure('inbox.changed_meanwhile', {
    by,
    ...(at && { at: at.toISOString() }),
    ...(version !== undefined && { version }),
  })
}
