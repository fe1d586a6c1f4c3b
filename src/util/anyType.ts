/**
 * The one place where `any` is spelled: a joint between types that has to be both co- and contravariant
 * (a callback whose parameter the user types, a generic that stands for "whatever was given").
 */
export type AnyType = any
