import type { Platform } from '#platform/platform.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'

/** One source of 8,000 passages, each 1,190 times the letter a. */
export async function teachManyPassages(platform: Platform, { workspaceId }: Owner): Promise<void> {
  await runAsOwner(
    platform,
    `begin;
    set local session_replication_role = replica;
    create temp table source as select gen_random_uuid() as id;
    insert into sources (id, workspace_id, kind, title, status, created_at)
      select id, '${workspaceId}', 'pair', 'a', 'processed', now() from source;
    insert into passages (id, workspace_id, source_id, version, position, text, start, "end", live)
      select gen_random_uuid(), '${workspaceId}', source.id, 1, n, repeat('a', 1190), 0, 1190, true
      from source, generate_series(1, 8000) n;
    drop table source;
    commit;
    analyze sources; analyze passages;`,
  )
}
