export { type AllowRule, type OutboundUse, parseOutboundAllow } from './allow.ts';
export { type CaptureProxy, type CaptureProxyOptions, startCaptureProxy } from './capture-proxy.ts';
export { OutboundFailure, type OutboundReason, OutboundRefused, type RefusalCode } from './failure.ts';
export { type Address, createGuard, type Guard, type Lookup, type OutboundPolicy } from './guard.ts';
export { createOutbound, type Outbound, type OutboundRequest, type OutboundResponse } from './request.ts';
