import type { FoundPassage } from '#shared/contracts/training/training.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { findPassages } from './find-passages.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { readQuery } from './query.ts'

const maxShown = 8

export async function searchPassages(
  platform: Platform,
  caller: Caller,
  input: { text: string },
): Promise<FoundPassage[]> {
  const { knowledge } = await loadKnowledge(platform, caller.workspaceId)
  const found = findPassages(knowledge, readQuery(input.text.toWellFormed()))
  return found.passages.slice(0, maxShown).map(({ position }) => {
    const { id, source_id, title, heading, text } = knowledge.passages[position]!
    return { id, source_id, title, heading, text }
  })
}
