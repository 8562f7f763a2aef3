#!/usr/bin/env node
require("./lib/bootstrap");const{libCli,libCliTestStub}=require("./lib/coreBundle"),{program}=require("./lib/utilsBundle");libCli.decorateProgram(program),libCliTestStub.decorateProgram(program),program.parse(process.argv);
