export type BackupBytes = ReadableStream<Uint8Array<ArrayBuffer>>
export type BackupFile = { name: string; at: Date; size: number }

/** Where backups are kept. */
export type BackupStore = {
  kind: 'folder' | 's3'
  exists(name: string): Promise<boolean>
  /** Whole or not at all. */
  write(name: string, content: BackupBytes): Promise<void>
  read(name: string): Promise<BackupBytes>
  list(): Promise<BackupFile[]>
  remove(name: string): Promise<void>
  /** Removes what killed backups left. */
  sweep(): Promise<void>
}

/** `since`: one that holds only what changed names the whole one that it leans on, and with it all between the two. */
export const dailyName = /^sen-(\d{8}T\d{6}Z)(?:-since-(\d{8}T\d{6}Z))?\.backup$/

export function backupName(at: Date, since?: string): string {
  return `sen-${stampOf(at)}${since ? `-since-${since}` : ''}.backup`
}

export function stampOf(at: Date): string {
  return at.toISOString().replace(/\.\d+|[-:]/g, '')
}

/** Undefined for one that is whole itself, or that somebody named. */
export function wholeOf(name: string): string | undefined {
  const since = dailyName.exec(name)?.[2]
  return since && `sen-${since}.backup`
}

/** The newest first. Those that somebody named themselves are not among them. */
export async function listDaily(store: BackupStore): Promise<BackupFile[]> {
  const files = (await store.list()).filter(({ name }) => dailyName.test(name))
  return files.toSorted((a, b) => (a.name < b.name ? 1 : -1))
}

/** Whether restoring the one may need the other. By their names alone: whoever clears up opens none, and needs no passphrase. */
export function leansOn(one: string, other: string): boolean {
  const [, at = '', since] = dailyName.exec(one) ?? []
  const [, otherAt = '', otherSince = otherAt] = dailyName.exec(other) ?? []
  return since !== undefined && otherSince === since && otherAt < at
}
