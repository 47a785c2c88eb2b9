import type { RoomList } from '#contract/courses.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'

/** The rooms that are used, by name. */
export async function listRooms({ storage }: WithStorage, door: Door<'courses.view'>): Promise<RoomList> {
  return describeRooms(storage, door.actor.organisationId)
}

/** Throws room-name-taken. */
export async function addRoom(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'courses.manage'>,
  { name }: { readonly name: string },
): Promise<RoomList> {
  const { organisationId } = door.actor
  const id = random.id()
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    if (await stores.courses.isRoomNameTaken(organisationId, name)) throw new Problem('room-name-taken')
    const now = await stores.now()
    await stores.courses.saveRoom({ id, organisationId, name }, now)
    await event(stores, door, 'room.add', { subject: id, facts: { organisationId }, at: now })
  })
  return describeRooms(storage, organisationId)
}

/** Throws document_not_found, room-name-taken. */
export async function renameRoom(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { roomId: id, name }: { readonly roomId: string; readonly name: string },
): Promise<RoomList> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const room = await stores.courses.lockRoom(organisationId, id)
    if (!room) throw new Problem('document_not_found')
    if (await stores.courses.isRoomNameTaken(organisationId, name, id)) throw new Problem('room-name-taken')
    const now = await stores.now()
    await stores.courses.saveRoom({ ...room, name }, now)
    await event(stores, door, 'room.change', { subject: id, facts: { organisationId }, at: now })
  })
  return describeRooms(storage, organisationId)
}

/** A room that is used no more; its sessions keep its name. Throws document_not_found, session-still-runs. */
export async function endRoom(
  { storage }: WithStorage,
  door: Door<'courses.manage'>,
  { roomId: id }: { readonly roomId: string },
): Promise<RoomList> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    const room = await stores.courses.lockRoom(organisationId, id)
    if (!room) throw new Problem('document_not_found')
    if (await stores.checkIns.findRunningInRoom(id)) throw new Problem('session-still-runs')
    const now = await stores.now()
    await stores.courses.endRoom(id, now)
    await event(stores, door, 'room.end', { subject: id, facts: { organisationId }, at: now })
  })
  return describeRooms(storage, organisationId)
}

async function describeRooms({ courses }: Pick<Deps['storage'], 'courses'>, organisationId: string): Promise<RoomList> {
  const rooms = await courses.listRooms(organisationId)
  return { rooms: rooms.map(({ id, name }) => ({ id, name })) }
}
