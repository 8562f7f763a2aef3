export { type AllowRule, type OutboundUse, parseOutboundAllow } from './allow.ts';
export { type CaptureProxy, type CaptureProxyOptions, startCaptureProxy } from './capture-proxy.ts';
export { OutboundFailure, type OutboundReason, OutboundRefused, type RefusalCode } from './failure.ts';
export { createGuard, type Guard, type OutboundPolicy } from './guard.ts';
export type { Address, Lookup } from './name-lookup.ts';
export { createOutbound, type Outbound, type OutboundRequest, type OutboundResponse } from './request.ts';
