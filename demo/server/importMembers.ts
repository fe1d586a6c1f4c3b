import type { PGlite } from '@electric-sql/pglite'
import type { Context } from 'hono'
import { ApiError } from './ApiError'
import { parseMemberCsv } from './memberCsv'
import { insertMember, selectMembers } from './members'
import type { MemberInput, MemberRow } from './members'

/** The largest file, in bytes. */
const maxSize = 64 * 1024

/** Reads the members in the file of a form, the field `file`. */
export async function readMemberFile(c: Context): Promise<MemberInput[]> {
  const form = await c.req.formData().catch(() => {
    throw new ApiError(400, 'The request body must be a form with a file.')
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw new ApiError(400, 'The form must hold a file named "file".')
  if (file.size > maxSize) {
    throw new ApiError(413, `The file must not be larger than ${maxSize / 1024} kB.`)
  }
  return parseMemberCsv(decode(await file.arrayBuffer()))
}

/** Adds members, all or none, and gives them in the order of the file. */
export async function importMembers(
  sql: PGlite,
  inputs: readonly MemberInput[],
): Promise<MemberRow[]> {
  const ids = await sql.transaction(async (tx) => {
    const inserted: string[] = []
    for (const input of inputs) inserted.push(await insertMember(tx, input))
    return inserted
  })
  const { rows } = await sql.query<MemberRow>(
    `${selectMembers} WHERE id = ANY($1::text[]) ORDER BY array_position($1::text[], id)`,
    [ids],
  )
  return rows
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError(422, 'The file must be text in UTF-8.')
  }
}
