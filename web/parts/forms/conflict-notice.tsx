import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { ApiError } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'

export type Conflict = { by: string | null; at: string | null }

/** @returns undefined for errors that are not conflicts */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'inbox.changed_meanwhile') return undefined
  const { by, at } = error.details
  return { by: typeof by === 'string' ? by : null, at: typeof at === 'string' ? at : null }
}

/** Overwrites only if the member agrees. */
export function ConflictNotice({
  conflict,
  onTheirs,
  onMine,
}: {
  conflict: Conflict
  onTheirs: () => void
  onMine: () => void
}) {
  const texts = useTexts(inboxToolsTexts)
  const times = useTimes()
  const { members } = useCurrentWorkspace()
  const { by, at } = conflict
  const name = members.find(member => member.person_id === by)?.name
  return (
    <div role="alert">
      <Notice tone="warning">
        {name && at ? fill(texts.changedBy, { name: givenName(name), time: times.clock(at) }) : texts.changedByNobody}
        <span className="conflict-acts">
          <Button size="sm" onClick={onTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button size="sm" look="quiet" onClick={onMine}>
            {texts.keepMine}
          </Button>
        </span>
      </Notice>
    </div>
  )
}
