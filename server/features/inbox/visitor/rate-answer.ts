import type { ratingBody } from '#shared/contracts/widget.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { readVisitor } from '#features/channels/website/website-visitor.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * null takes the rating back.
 * @throws request.not_found if it is no answer to this visitor
 */
export async function rateAnswer(
  platform: Platform,
  authorization: string | undefined,
  input: z.output<typeof ratingBody>,
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { workspaceId, channelId, externalId } = await readVisitor(platform, tx, authorization)
    const { rows } = await sql`update answers a set visitor_rating = ${input.rating}
      from messages m join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
        join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
      where m.workspace_id = ${workspaceId} and m.id = ${input.message_id} and m.author = 'bot'
        and a.workspace_id = m.workspace_id and a.id = m.answer_id
        and c.channel_id = ${channelId} and c.external_id = ${externalId} returning a.id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
  })
}
