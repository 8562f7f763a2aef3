// Loaded first into a thread and into every thread below it: from then on nothing leaves the process.
import dns from 'node:dns';
import net from 'node:net';

const refuse = () => {
  throw new Error('There is no network here.');
};
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
globalThis.fetch = refuse;
