import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { useTags } from '#web/parts/conversations/tag-rows.ts'
import { useCustomerFields, useImportedLists, useSentCampaigns, useStartedSequences } from './read-segments.ts'
import type { Names } from './segment-sentence.ts'

export function useNames(): Names {
  const texts = useTexts(customerSegmentsTexts)
  const tags = useTags()
  const fields = useCustomerFields()
  const lists = useImportedLists()
  const campaigns = useSentCampaigns()
  const sequences = useStartedSequences()
  const { members } = useCurrentWorkspace()
  const { rows: channels } = useChannels()
  const people = members.flatMap(({ person_id: id, name, email }) => (id ? [{ id, name: name || email }] : []))
  return { texts, tags, fields, people, channels, lists, campaigns, sequences }
}
