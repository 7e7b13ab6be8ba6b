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

const daily = /^sen-\d{8}T\d{6}Z\.backup$/

export function backupName(at: Date): string {
  return `sen-${at.toISOString().replace(/\.\d+|[-:]/g, '')}.backup`
}

/** The newest first. Those that somebody named themselves are not among them. */
export async function listDaily(store: BackupStore): Promise<BackupFile[]> {
  const files = (await store.list()).filter(({ name }) => daily.test(name))
  return files.toSorted((a, b) => (a.name < b.name ? 1 : -1))
}
