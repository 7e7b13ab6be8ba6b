// Loaded into a process whose disk is full as long as the file FULL_DISK exists: what is there may be written over, nothing grows.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { FULL_DISK: flag = '' } = process.env

type Write = (handle: number, bytes: Uint8Array | string, ...place: (number | null | undefined)[]) => number
const { existsSync, fstatSync } = fs
const writeSync = fs.writeSync as unknown as Write

function grows(handle: number, bytes: Uint8Array | string, place: (number | null | undefined)[]): boolean {
  const file = fstatSync(handle)
  if (!file.isFile()) return false
  const [, length, position] = place
  return (position ?? file.size) + (length ?? bytes.length) > file.size
}

const write: Write = (handle, bytes, ...place) => {
  if (existsSync(flag) && grows(handle, bytes, place))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  return writeSync(handle, bytes, ...place)
}

Object.assign(fs, { writeSync: write })
syncBuiltinESMExports()
