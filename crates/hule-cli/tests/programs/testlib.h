// The few functions of testlib that our validator and checker use, with the same meaning and the same exit status. The
// judges have the real one.

#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

enum TResult { _ok, _wa, _pe, _fail };

[[noreturn]] inline void quit(TResult result, const std::string& message) {
    const char* words[] = {"ok", "wrong answer", "wrong output format", "FAIL"};
    std::cerr << words[result] << ' ' << message << '\n';
    std::exit(result);
}

inline std::string formatted(const char* format, va_list arguments) {
    char text[2000];
    vsnprintf(text, sizeof text, format, arguments);
    return text;
}

struct InStream {
    std::string text;
    size_t at = 0;
    TResult fault = _fail;

    void open(const char* name, TResult missing) {
        std::ifstream file(name, std::ios::binary);
        if (!file) quit(missing, std::string("file not found: ") + name);
        text.assign(std::istreambuf_iterator<char>(file), {});
    }

    bool eof() const { return at == text.size(); }

    // The next word, which must begin here: validators are strict.
    std::string readToken() {
        size_t begin = at;
        while (!eof() && std::string(" \t\r\n").find(text[at]) == std::string::npos) at++;
        if (at == begin) quit(fault, "expected a token");
        return text.substr(begin, at - begin);
    }

    void readEoln() {
        if (eof() || text[at++] != '\n') quit(fault, "expected a line end");
    }

    void readEof() {
        if (!eof()) quit(fault, "expected the end of the file");
    }

    std::string readLine() {
        size_t begin = at;
        while (!eof() && text[at] != '\n' && text[at] != '\r') at++;
        std::string line = text.substr(begin, at - begin);
        if (!eof() && text[at] == '\r') at++;
        if (!eof() && text[at] == '\n') at++;
        return line;
    }
};

inline InStream inf, ouf, ans;

[[noreturn]] inline void quitf(TResult result, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    quit(result, formatted(format, arguments));
}

inline void ensuref(bool condition, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!condition) quit(_fail, formatted(format, arguments));
    va_end(arguments);
}

inline void setName(const char*, ...) {}

inline void registerValidation(int, char**) { inf.text.assign(std::istreambuf_iterator<char>(std::cin), {}); }

inline void registerTestlibCmd(int argc, char* argv[]) {
    if (argc != 4) quit(_fail, "expected <input-file> <output-file> <answer-file>");
    inf.open(argv[1], _fail);
    ouf.open(argv[2], _pe);
    ans.open(argv[3], _fail);
}
